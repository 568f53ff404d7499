// Return the visible page's plain texts, and those that do not fit: {plain: [...], clipped: [...]}.
// In the pseudo-language every sentence is accented, so plain words come from no table.
(root) => {
  const KEPT = /\b(Greylox Web|Greylox|Lox|Brink|Multiplicity|Byg|SGF|JSON|swap|pass|end|resign)\b/g;
  const QUOTED = /“[^”]*”/g; // typed text
  const AS_THEY_ARE = "code, kbd, time, #version, #best-line, #share-link, #moves, #position-comment, #candidates";
  const windowWidth = document.documentElement.clientWidth; // on a phone, innerWidth grows with the contents
  const plain = new Set();
  const clipped = new Set();
  const shown = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: false });
  const look = (text, where) => {
    if (/[A-Za-z]{2,}/.test(text.replace(QUOTED, "").replace(KEPT, ""))) plain.add(`${where}: ${text.trim().slice(0, 80)}`);
  };
  const named = (node) => node.id || node.closest("[id]")?.id || node.tagName.toLowerCase();

  const unseen = (node) => node.closest(".visually-hidden, svg");
  const scrolls = (style, way) => /auto|scroll/.test(style[`overflow${way}`]);
  // Whether a text node fits the window and the boxes that may clip it.
  function fits(text, node) {
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const { left, right, top, bottom, width } of range.getClientRects()) {
      if (!width) continue;
      let sideways = false;
      let upright = false;
      for (let box = node; box; box = box.parentElement) {
        const style = getComputedStyle(box);
        const edge = box.getBoundingClientRect();
        sideways ||= scrolls(style, "X");
        upright ||= scrolls(style, "Y");
        const framed = box.matches("button, dialog, th, td, section, .menu") || style.overflowX !== "visible";
        if (framed && !["inline", "contents"].includes(style.display) && !sideways && (left < edge.left - 1 || right > edge.right + 1)) return false;
        if (box.matches("button") && !upright && (top < edge.top - 1 || bottom > edge.bottom + 1)) return false;
      }
      if (!sideways && (left < -1 || right > windowWidth + 1)) return false;
    }
    return true;
  }

  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const node = text.parentElement;
    if (!text.data.trim() || !shown(node) || node.closest("script, style, mpy-config")) continue;
    if (!node.closest(AS_THEY_ARE)) look(text.data, named(node));
    if (!unseen(node) && !node.closest("option") && !fits(text, node)) clipped.add(`${named(node)}: ${text.data.trim().slice(0, 60)}`);
  }
  for (const node of root.querySelectorAll("[aria-label], [title], [placeholder], [alt]")) {
    if (!shown(node)) continue;
    for (const name of ["aria-label", "title", "placeholder", "alt"]) {
      if (node.hasAttribute(name)) look(node.getAttribute(name), `${named(node)} ${name}`);
    }
  }
  // A <select> cuts off its choice at its own width.
  for (const select of root.querySelectorAll("select")) {
    if (!shown(select) || !select.selectedOptions.length) continue;
    const free = select.cloneNode(false);
    free.append(select.selectedOptions[0].cloneNode(true));
    Object.assign(free.style, { position: "absolute", width: "auto", minWidth: "0", maxWidth: "none", flex: "none" });
    select.after(free);
    if (free.offsetWidth > select.offsetWidth + 2) clipped.add(`${named(select)}: ${select.selectedOptions[0].text}`);
    free.remove();
  }
  const page = document.scrollingElement;
  if (page.scrollWidth > windowWidth) clipped.add(`the page: ${page.scrollWidth} pixels wide`);
  look(document.title, "title");
  return { plain: [...plain], clipped: [...clipped] };
}
