// Home before Python: the date, and the short play on the board of a first visit.

// ---------------------------------------------------------------- the date

// The first use of Intl takes 20 ms, for which a visit that begins at a board does not wait.
function showDate() {
  const { lang, dataset } = document.documentElement;
  if (dataset.view !== "home") return;
  const language = navigator.languages.find((tag) => tag.split("-")[0] === lang) ?? lang;
  const format = new Intl.DateTimeFormat(language, { weekday: "long", day: "numeric", month: "long" });
  element("today-date").textContent = format.format();
}

showDate();
addEventListener("hashchange", showDate);
addEventListener("visibilitychange", showDate); // it may be another day

// ---------------------------------------------------------------- the first turns

// data-beat selects what features/home/taste.py has drawn.  Each beat follows by itself while the
// board is in sight; with reduced motion it follows a press.  In the fifth, a stone waits for one.
const BEAT_MILLIS = [1300, 1700, 2200, 1500];
const OWN_TURN = 5;
const LAST_BEAT = 6;
const taste = element("taste");
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
let beatTimer;
let isTasteVisible = false;

const isShown = (node) => node.getClientRects().length > 0; // checkVisibility fails in SVG

function scheduleBeat() {
  clearTimeout(beatTimer);
  const beat = Number(taste.dataset.beat);
  if (!isTasteVisible || reducedMotion.matches || beat >= OWN_TURN) return;
  beatTimer = setTimeout(() => showBeat(beat + 1), BEAT_MILLIS[beat - 1]);
}

// Show a beat; for the keyboard the focus moves from a control that it hides to the next one.
function showBeat(beat) {
  const focused = document.activeElement;
  const hadFocus = taste.contains(focused) && focused.matches(":focus-visible");
  taste.dataset.beat = beat;
  const sentence = element("taste-texts").children[beat - 1].cloneNode(true);
  element("taste-text").replaceChildren(...sentence.childNodes);
  if (hadFocus && !isShown(focused)) {
    const controls = [...taste.querySelectorAll("[role=button], button")];
    (controls.find(isShown) ?? taste).focus({ preventScroll: true });
  }
  scheduleBeat();
}

function pressTaste(event) {
  const beat = Number(taste.dataset.beat);
  if (event.target.closest(".taste-tap")) showBeat(LAST_BEAT);
  else if (event.target.closest("#taste-next")) showBeat(beat + 1);
  else if (event.target.closest("#taste-again")) showBeat(1);
}

taste.addEventListener("click", pressTaste);
taste.addEventListener("keydown", (event) => {
  if (!event.target.matches(".taste-tap") || !["Enter", " "].includes(event.key)) return;
  event.preventDefault(); // space would scroll the page
  pressTaste(event);
});
reducedMotion.addEventListener("change", scheduleBeat);
new IntersectionObserver(
  ([{ isIntersecting }]) => {
    isTasteVisible = isIntersecting;
    scheduleBeat();
  },
  { threshold: 0.6 },
).observe(taste);
