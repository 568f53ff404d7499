// For addresses that name no file.  Some programs escape the # of a link, so that the game becomes
// part of the path: .../%231/lox5/ma3.  The path before the # is the page's, on any host.  Only the
// address below the origin changes, so nothing leads to another origin.

{
  const slash = "(?:/|%(?:25)?2F)";
  const game = `\\d{1,6}${slash}[a-z]`;
  const exercise = `(?:learn|measure|mistakes?|puzzles?)(?:${slash}|$)`;
  const escaped = new RegExp(`^(.*?)(?:%(?:25)?23|%EF%BC%83)((?:${game}|${exercise}).*)$`, "i");
  const match = escaped.exec(location.pathname);
  if (match) {
    const page = new URL(location.href);
    Object.assign(page, { pathname: match[1], search: "", hash: match[2] });
    location.replace(page);
  }

  document.documentElement.dataset.script = "";
  const showLanguage = () => {
    const texts = [...document.querySelectorAll("main")];
    const preferredLanguages = navigator.languages.map((it) => it.split("-")[0]);
    const isThere = (code) => texts.some(({ lang }) => lang === code);
    const code = preferredLanguages.find(isThere) ?? texts[0].lang;
    document.documentElement.lang = code;
    for (const text of texts) text.hidden = text.lang !== code;
    const folder = location.pathname.endsWith("/") ? "../" : "./"; // a folder that may exist
    for (const link of document.querySelectorAll("main > p > a")) link.setAttribute("href", folder + location.hash);
  };
  addEventListener("DOMContentLoaded", showLanguage);
}
