// For addresses that name no file.  Some programs escape the # of a link, so that the game becomes
// part of the path: .../%231/lox5/ma3.  What is before it is the page, wherever that is hosted; only
// the path is changed, so nothing leads to another origin.

{
  const slash = "(?:/|%(?:25)?2F)";
  const game = `\\d{1,6}${slash}[a-z]`;
  const exercise = `(?:learn|puzzles?)(?:${slash}|$)`;
  const escaped = new RegExp(`^(.*?)(?:%(?:25)?23|%EF%BC%83)((?:${game}|${exercise}).*)$`, "i");
  const found = escaped.exec(location.pathname);
  if (found) {
    const page = new URL(location.href);
    Object.assign(page, { pathname: found[1], search: "", hash: found[2] });
    location.replace(page);
  }

  document.documentElement.dataset.script = "";
  const put = () => {
    const texts = [...document.querySelectorAll("main")];
    const wishes = navigator.languages.map((it) => it.split("-")[0]);
    const code = wishes.find((wish) => texts.some(({ lang }) => lang === wish)) ?? texts[0].lang;
    document.documentElement.lang = code;
    for (const text of texts) text.hidden = text.lang !== code;
    const folder = location.pathname.endsWith("/") ? "../" : "./"; // one that there may be
    for (const link of document.querySelectorAll("main > p > a")) link.setAttribute("href", folder + location.hash);
  };
  addEventListener("DOMContentLoaded", put);
}
