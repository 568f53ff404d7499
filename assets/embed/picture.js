// Reads the address of an embedded board, and draws its position without the rules of the game.
// greylox_web/formats/embed.py describes the addresses.  They come from anywhere: every limit is
// checked before anything is built from them.  greylox_web/formats/embed_facts.py makes the facts.

const FACTS = globalThis.greyloxFacts ?? /* build:facts */ null;

const MAX_CHARACTERS = 10_000; // of an address
const MAX_LINK = 8_192;
const FIRST = "x"; // of both colours in set-up rows, with "o" for the second
const CELL = /([a-z])(\d{1,2})(x?)/g;
const CELLS = /^(?:[a-z]\d{1,2}x?){1,60}$/;
const LINK = /^(?:\d{1,6}\/[a-z]|puzzle\/[a-z]|learn\/[a-z])/;

// Return the columns of a row from 0: [first, after the last].
function rowColumns({ hexagonal }, size, row) {
  return hexagonal ? [Math.max(0, row - size + 1), Math.min(2 * size - 1, row + size)] : [0, size];
}

// Read rows as a map from cells ("3,4": column, row) to 0 or 1; null if they do not fit the board.
function readRows(text, board, size) {
  const rows = text.split(".", 30);
  const width = board.hexagonal ? 2 * size - 1 : size;
  if (rows.length !== width || text.length > width * (width + 1)) return null;
  const cells = new Map();
  for (const [row, line] of rows.entries()) {
    if (!/^(?:\d{1,2}|[xo])*$/.test(line)) return null;
    let [column, end] = rowColumns(board, size, row);
    for (const [part] of line.matchAll(/\d{1,2}|[xo]/g)) {
      if (/\d/.test(part)) column += Number(part);
      else cells.set(`${column++},${row}`, part === FIRST ? 0 : 1);
      if (column > end) return null;
    }
    if (column !== end) return null;
  }
  return cells;
}

// Read cell names as a map from cells to whether the stone was flipped; null for a cell off the
// board.
function readCells(text, board, size) {
  if (!CELLS.test(text)) return null;
  const width = board.hexagonal ? 2 * size - 1 : size;
  const cells = new Map();
  for (const [, letter, digits, flipped] of text.matchAll(CELL)) {
    const [column, row] = [letter.charCodeAt(0) - 97, Number(digits) - 1];
    if (row < 0 || row >= width) return null;
    const [start, end] = rowColumns(board, size, row);
    if (column < start || column >= end) return null;
    cells.set(`${column},${row}`, Boolean(flipped));
  }
  return cells;
}

// Read the part of an address after "#".  The result has `fault` ("damaged" or "newer"), or a
// position; it always has `link`, which may be "", `theme` and `onlyBoard`.
function readAddress(fragment) {
  let text = String(fragment).slice(0, MAX_CHARACTERS + 1).replace(/^#/, "");
  try {
    if (/%/.test(text)) text = decodeURIComponent(text);
  } catch {
    return { fault: "damaged", link: "", theme: "", onlyBoard: false };
  }
  text = text.trim().toLowerCase().replace(/^#?embed\//, "");
  const [head = "", spec = "", ...parts] = text.length > MAX_CHARACTERS ? [] : text.split("/");
  const [version, ...flags] = head.split("-");
  const at = parts.findIndex((_, number) => LINK.test(parts.slice(number, number + 2).join("/")));
  const link = at < 0 ? "" : parts.slice(at).join("/");
  const result = {
    link: link.length <= MAX_LINK && /^[a-z0-9./-]*$/.test(link) ? link : "",
    theme: flags.find((flag) => flag === "light" || flag === "dark") ?? "",
    onlyBoard: flags.includes("board"),
  };
  if (/^\d{1,6}$/.test(version) && Number(version) > 1) return { ...result, fault: "newer" };
  const position =
    version === "1" && result.link && /^[a-z0-9./-]*$/.test(text)
      ? readPosition(spec, parts.slice(0, at))
      : null;
  return { ...result, ...(position ?? { fault: "damaged" }) };
}

function readPosition(spec, sections) {
  const [, name, digits, options] = /^([a-z]{1,20})(\d{1,2})((?:-[a-z]\d{0,3}){0,8})$/.exec(spec) ?? [];
  if (!Object.hasOwn(FACTS.games, name ?? "")) return null;
  const game = FACTS.games[name];
  const flags = options.split("-").filter((flag) => /^d\d*$/.test(flag));
  const flag = flags[0] ?? "";
  if (flags.length > 1 || !Object.hasOwn(game.shapes, flag)) return null;
  const [shape, frame] = game.shapes[flag];
  const board = FACTS.shapes[shape];
  const size = Number(digits);
  if (size < board.sizes[0] || size > board.sizes[1]) return null;

  const position = { name, game, shape, frame, size, last: new Map(), ground: new Map() };
  for (const section of sections) {
    const text = section.slice(1);
    if (section[0] === "s") {
      const [rows, ...ends] = text.split("-", 40);
      position.stones = readRows(rows, board, size);
      if (!position.stones || !ends.every((end) => /^(?:[xo12]|l[a-z]\d{1,2}|h[a-z\d]{2,90})$/.test(end))) return null;
      position.mover = ends.includes("o") ? 1 : 0;
      const placed = ends.find((end) => end[0] === "h");
      position.placed = placed ? readCells(placed.slice(1), board, size) : new Map();
      if (!position.placed) return null;
    } else if (section[0] === "l") {
      position.last = readCells(text, board, size);
      if (!position.last) return null;
    } else if (section[0] === "g") {
      position.ground = readRows(text, board, size);
      if (!position.ground) return null;
    } else if (section[0] === "t") {
      const [, turn, turns] = /^(\d{1,4})\.(\d{1,4})$/.exec(text) ?? [];
      if (!turns) return null;
      Object.assign(position, { turn: Number(turn), turns: Number(turns) });
    } else if (section[0] === "w") {
      if (!/^[xon]$/.test(text)) return null;
      position.winner = { x: 0, o: 1, n: -1 }[text];
    } else if (!/^[a-z]/.test(section)) return null; // letters of a later version are skipped
  }
  return position.stones ? position : null;
}

const rounded = (value) => String(Math.round(value * 100) / 100 + 0);

// The name of a cell, and its centre in the picture.
function cellName(cell) {
  const [column, row] = cell.split(",").map(Number);
  return String.fromCharCode(97 + column) + (row + 1);
}

function cellCentre(board, cell) {
  const [column, row] = cell.split(",").map(Number);
  return [0, 1].map((axis) => column * board.column[axis] + row * board.row[axis]);
}

function allCells(board, size) {
  const width = board.hexagonal ? 2 * size - 1 : size;
  const cells = [];
  for (let row = 0; row < width; row++) {
    const [start, end] = rowColumns(board, size, row);
    for (let column = start; column < end; column++) cells.push(`${column},${row}`);
  }
  return cells;
}

function neighbour(cell, [x, y]) {
  const [column, row] = cell.split(",").map(Number);
  return `${column + x},${row + y}`;
}

// The cells that a colour controls, filled, and their common border.
function groundMarkup(board, ground, colour, name) {
  const cells = [...ground.keys()].filter((cell) => ground.get(cell) === colour);
  if (!cells.length) return "";
  const { corners, sides } = board;
  let fill = "";
  let border = "";
  for (const cell of cells) {
    const [x, y] = cellCentre(board, cell);
    const points = corners.map((corner) => `${rounded(x + corner[0])} ${rounded(y + corner[1])}`);
    fill += `M${points.join("L")}Z`;
    for (const [side, step] of sides.entries()) {
      if (ground.get(neighbour(cell, step)) === colour) continue;
      border += `M${points.at(side - 1)}L${points[side]}`;
    }
  }
  const weave = colour ? `<path class="weave" d="${fill}"/>` : "";
  return `<g class="region"><path class="ground ${name}" d="${fill}"/>${weave}<path class="ground border ${name}" d="${border}"/></g>`;
}

// Bars between neighbouring stones of a colour.
function linksMarkup(board, stones, colour, name) {
  let d = "";
  for (const [cell, own] of stones) {
    for (const step of board.sides.slice(0, 3)) {
      const next = neighbour(cell, step);
      if (own !== colour || stones.get(next) !== colour) continue;
      d += `M${cellCentre(board, cell).map(rounded).join(" ")}L${cellCentre(board, next).map(rounded).join(" ")}`;
    }
  }
  return d && `<g><path class="link-rim ${name}" d="${d}"/><path class="link ${name}" d="${d}"/></g>`;
}

// The position as one <svg>, like greylox_web/drawing/thumbnail.py; `label` describes it.
function drawPosition(position, label) {
  const { name, game, shape, frame, size, stones, ground, last, placed } = position;
  const board = FACTS.shapes[shape];
  const [box, wide, down, inlays] = FACTS.frames[frame + size];
  const values = [FACTS.hulls[shape + size], wide, down];
  const tray = FACTS.tray.replace(/\{(\d)\}/g, (_, slot) => values[slot]);
  const [startX, startY, tile] = FACTS.tile;
  const d = allCells(board, size)
    .map((cell) => cellCentre(board, cell))
    .map(([x, y]) => `M${rounded(x + startX)} ${rounded(y + startY)}${tile}`)
    .join("");
  const at = (cell, names, content) => {
    const place = cellCentre(board, cell).map(rounded).join(" ");
    return `<g class="${names}" data-cell="${cellName(cell)}" transform="translate(${place})">${content}</g>`;
  };
  const leans = (cell) => ground.has(cell) && ground.get(cell) !== stones.get(cell);
  const inRowOrder = allCells(board, size).filter((cell) => stones.has(cell));
  const parts = [
    `<defs>${FACTS.paints}</defs>`,
    tray,
    inlays,
    `<path class="tile-foot" d="${d}" transform="translate(0 ${FACTS.foot})"/>`,
    `<path class="tile" d="${d}"/><path class="sheen" d="${d}"/>`,
    ...[0, 1].map((colour) => groundMarkup(board, ground, colour, game.colours[colour])),
    ...(game.grouped ? [0, 1].map((colour) => linksMarkup(board, stones, colour, game.colours[colour])) : []),
    ...inRowOrder.map((cell) => at(cell, "stone", game.stones[stones.get(cell)][leans(cell) ? 1 : 0])),
  ];
  for (const [cell, flipped] of last) {
    if (!stones.has(cell)) continue; // gone over by a swap
    const dot = game.stones[stones.get(cell)][flipped ? 3 : 2];
    parts.push(at(cell, "pins", leans(cell) ? `<g transform="translate(-2.5 -2.5)">${dot}</g>` : dot));
  }
  for (const cell of placed.keys()) parts.push(at(cell, "rings", FACTS.pending));
  const escaped = label.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<svg xmlns="http://www.w3.org/2000/svg" class="board thumbnail" viewBox="${box}" data-game="${name}" role="img" aria-label="${escaped}">${parts.join("")}</svg>`;
}
