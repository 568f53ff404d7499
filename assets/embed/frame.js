// A game, puzzle or lesson in a frame of another page.  A picture shows the position; Python, with
// the whole page in a frame of this one, is started by a press of a button.  Nothing is stored.
//
// The attributes of <html>: data-state is "picture", "starting" or "running"; data-kind is "game"
// or "exercise"; data-embed tells early.js of the whole page that it is inside this one.

const WORDS = {/* build:words */};
const SLOW_MILLIS = 40_000; // after which the page in the frame shows its own faults
const STEPS = { first: "to-start", back: "step-back", play: "play", forward: "step-forward", last: "to-end" };

{
  const root = document.documentElement;
  const address = readAddress(location.hash);
  if (address.theme) root.dataset.theme = address.theme;
  root.toggleAttribute("data-only-board", address.onlyBoard);
  root.dataset.state = "picture";
  const isExercise = /^(?:puzzle|learn)\//.test(address.link);
  root.dataset.kind = isExercise ? "exercise" : "game";

  const languages = navigator.languages.map((tag) => tag.split("-")[0]);
  const language = languages.find((code) => Object.hasOwn(WORDS, code)) ?? "en";
  const words = WORDS[language] ?? {};
  root.lang = language;
  const say = (key, values = {}) =>
    Object.entries(values).reduce((text, [name, value]) => text.replaceAll(`{${name}}`, value), words[key] ?? "");

  const element = (id) => document.getElementById(id);
  let app; // the frame with the whole page, once it is started
  let pressed = ""; // the button that started it

  const canStart = () => window.origin !== "null" && !address.fault && !address.onlyBoard;

  function statusText({ game, mover, winner, turn, turns }) {
    const name = (colour) => say(game.colours[colour]);
    if (winner !== undefined) return winner < 0 ? say("draw") : say("wins", { Name: name(winner) });
    const status = say("to-move", { Name: name(mover) });
    return turn ? `${status} · ${say("turn-of", { turn, turns })}` : status;
  }

  // The position in words, for screen readers.
  function describe({ game, shape, size, stones, last }) {
    const sentences = game.colours.map((colour, number) => {
      const cells = [...stones.keys()].filter((cell) => stones.get(cell) === number).map(cellName);
      return say(cells.length ? "stones" : "no-stones", { Colour: say(colour), cells: cells.join(" ") });
    });
    const title = `${game.title}, ${say(`size-${shape}`, { size })}.`;
    const turn = [...last.keys()].map(cellName).join(" ");
    return [title, ...sentences, ...(turn ? [say("last-turn", { cells: turn })] : [])].join(" ");
  }

  function show() {
    element("open").setAttribute("href", address.link ? `./#${address.link}` : "./");
    element("open").lastElementChild.textContent = say("open");
    element("open").setAttribute("aria-label", say("open-in-tab"));
    element("open").title = say("open-in-tab");
    element("steps").setAttribute("aria-label", say("steps"));
    for (const button of document.querySelectorAll("[data-step]")) {
      const { step } = button.dataset;
      button.setAttribute("aria-label", say(STEPS[step]));
      button.title = say(STEPS[step]);
      button.hidden = isExercise && step !== "play";
      const atStart = address.turn === 1;
      const atEnd = address.turn === address.turns;
      button.disabled = { first: atStart, back: atStart, forward: atEnd, last: atEnd }[step] ?? false;
      button.addEventListener("click", () => press(step));
    }
    if (address.fault) return note(say(address.fault));
    const title = say(/^puzzle/.test(address.link) ? "puzzle" : "lesson", { Game: address.game.title });
    element("name").textContent = isExercise ? title : address.game.title;
    showStatus(statusText(address));
    const svg = drawPosition(address, describe(address));
    element("board").append(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement);
    element("steps").hidden = !canStart();
    if (!canStart() && !address.onlyBoard) note(say("no-play"));
  }

  function showStatus(text) {
    if (element("status").textContent !== text) element("status").textContent = text;
    document.title = `${element("name").textContent} · ${text}`;
  }

  function note(text) {
    element("note").textContent = text;
    element("note").hidden = false;
  }

  function press(step) {
    if (root.dataset.state === "running") find(step)?.click();
    else if (!app && canStart()) start(step);
  }

  function start(step) {
    pressed = step;
    root.dataset.state = "starting";
    showStatus(say("starting"));
    app = document.createElement("iframe");
    app.title = element("name").textContent;
    app.src = `./#${address.link}`;
    element("board").append(app);
    setTimeout(reveal, SLOW_MILLIS);
    app.addEventListener("load", watchStart);
  }

  // The whole page's own element of this id.
  const find = (id) => app?.contentDocument?.getElementById(id);

  function reveal() {
    if (root.dataset.state === "running") return;
    root.dataset.state = "running";
    element("board").firstElementChild.remove();
    for (const button of document.querySelectorAll("[data-step=play]")) button.hidden = true;
    if (pressed === "play") app.focus();
  }

  // A start that fails is told by the page in the frame.
  function watchStart() {
    const error = find("startup-error");
    const check = () => (error?.hidden ?? true) || reveal();
    if (error) new MutationObserver(check).observe(error, { attributes: true });
    check();
  }

  // The page in the frame is ready: from now on its own state is shown here.
  function follow() {
    reveal();
    const changes = { attributeFilter: ["disabled", "hidden"], childList: true, characterData: true, subtree: true };
    new MutationObserver(sync).observe(find("game-view"), changes);
    sync();
    if (pressed !== "play") find(pressed)?.click();
  }

  function sync() {
    const texts = ["result-title", "turn", "result"].map((id) => find(id)?.textContent);
    const [sentence] = (texts.find(Boolean) ?? "").split(/\.(?:\s|$)/); // the result, without its reason
    showStatus(sentence);
    for (const button of document.querySelectorAll("[data-step]")) {
      const own = find(button.dataset.step);
      // A disabled button would lose the keyboard's focus.
      if (own) button.setAttribute("aria-disabled", own.disabled);
      if (own) button.disabled = false;
    }
  }

  addEventListener("greylox:board-interactive", follow);
  addEventListener("greylox:address", () => {
    element("open").setAttribute("href", `./${app.contentWindow.location.hash}`);
  });
  addEventListener("hashchange", () => location.reload());
  addEventListener("DOMContentLoaded", show);
}
