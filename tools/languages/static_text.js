// The page's static texts in another language.  early.js makes the parser wait for this file, so
// that nothing is painted before it; the texts are inserted when the whole page is parsed, before
// boot.js runs.

{
  /* build:language */

  const ATTRIBUTES = ["aria-label", "placeholder", "title", "alt"];
  const root = document.documentElement;
  const normalise = (text) => text.trim().replace(/\s+/g, " ");

  // Put the texts into the page; browser/restart.py does so again.
  globalThis.greyloxTranslate = (page) => {
    const counts = new Map();

    // Return the translation for the next occurrence of this English text, or undefined.
    function translation(english) {
      if (!Object.hasOwn(TEXTS, english)) return undefined;
      const index = counts.get(english) ?? 0;
      counts.set(english, index + 1);
      return TEXTS[english][Math.min(index, TEXTS[english].length - 1)];
    }

    page.documentElement.lang = LANGUAGE;
    const kinds = NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT;
    const walker = page.createTreeWalker(page.body, kinds);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.nodeType === Node.TEXT_NODE) {
        const text = translation(normalise(node.data));
        if (text !== undefined) node.data = node.data.replace(/\S(.|\n)*\S|\S/, () => text);
        continue;
      }
      for (const name of ATTRIBUTES) {
        const text = node.hasAttribute(name) && translation(normalise(node.getAttribute(name)));
        if (text) node.setAttribute(name, text);
      }
    }
  };

  function applyTranslations() {
    globalThis.greyloxTranslate(document);
    const build = document.querySelector("meta[name=greylox-build]");
    build.content = JSON.stringify({ ...JSON.parse(build.content), words: TRANSLATION });
    const script = document.querySelector("script[type=py]");
    const config = JSON.parse(script.getAttribute("config"));
    config.files[TRANSLATION] = "/home/pyodide/words.json";
    script.setAttribute("config", JSON.stringify(config));
    document.querySelector("link[rel=manifest]").href = MANIFEST;
    root.style.removeProperty("visibility");
  }

  root.lang = LANGUAGE;
  root.style.visibility = "hidden";
  globalThis.greyloxStrings = WORDS;
  document.addEventListener("readystatechange", applyTranslations, { once: true });
  const link = document.createElement("link");
  Object.assign(link, { rel: "preload", as: "fetch", crossOrigin: "", href: TRANSLATION });
  document.head.append(link);
}
