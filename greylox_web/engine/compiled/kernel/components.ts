// Connected components of one board by union-find, over cells by their index in ascending order.
//
// Stones are u8, 0 for a vacant cell; labels and tables are i32, sizes u16.  A label is the parent in
// the union-find forest, and in the end the last cell of the component.

/** Labels and sizes of the groups. */
export function labelGroups(
  cells: i32, stones: usize, neighbours: usize, labels: usize, sizes: usize,
): void {
  for (let cell = 0; cell < cells; cell++) store<u32>(labels + (cell << 2), cell);
  let neighbour = neighbours; // six neighbours of each cell, `cells` where there is none
  for (let cell = 0; cell < cells; cell++, neighbour += 24) {
    const colour = load<u8>(stones + cell);
    if (!colour) continue;
    for (let direction: usize = 0; direction < 24; direction += 4) {
      const otherCell = load<i32>(neighbour + direction);
      if (otherCell < cell && load<u8>(stones + otherCell) == colour) unite(labels, otherCell, cell);
    }
  }
  countSizes(cells, stones, labels, sizes);
}

/** Continues from the labels of the groups: groups with a bridge between them are united. */
export function linkByBridges(
  cells: i32, stones: usize, bridges: usize, labels: usize, sizes: usize,
): void {
  let bridge = bridges; // for each cell six: where it leads, and the two cells between
  for (let cell = 0; cell < cells; cell++) {
    const colour = load<u8>(stones + cell);
    for (const end = bridge + 72; bridge < end; bridge += 12) {
      const other = load<i32>(bridge);
      if (!colour || other >= cell || load<u8>(stones + other) != colour) continue;
      const one = load<u8>(stones + load<i32>(bridge, 4));
      const two = load<u8>(stones + load<i32>(bridge, 8));
      if (!(one | two)) unite(labels, other, cell);
    }
  }
  countSizes(cells, stones, labels, sizes);
}

/** The size of the group of this colour that a stone on the cell would form. */
export function sizeAfterPlacing(
  cell: i32, cells: i32, stones: usize, neighbours: usize, labels: usize, sizes: usize, colour: u8,
): i32 {
  const first = neighbours + cell * 24;
  let size = 1;
  for (let direction: usize = 0; direction < 24; direction += 4) {
    const neighbour = load<i32>(first + direction);
    if (neighbour == cells || load<u8>(stones + neighbour) != colour) continue;
    const label = labelOf(labels, neighbour);
    let before: usize = 0; // is the group met for the first time?
    while (before < direction) {
      const other = load<i32>(first + before);
      if (other != cells && labelOf(labels, other) == label) break;
      before += 4;
    }
    if (before == direction) size += sizeOf(sizes, neighbour);
  }
  return size;
}

// @ts-ignore: decorator
@inline
export function labelOf(labels: usize, cell: i32): i32 {
  return load<i32>(labels + (cell << 2));
}

// @ts-ignore: decorator
@inline
export function sizeOf(sizes: usize, cell: i32): i32 {
  return load<u16>(sizes + (cell << 1));
}

function rootOf(labels: usize, cell: i32): i32 {
  let next = labelOf(labels, cell);
  while (next != cell) {
    const far = labelOf(labels, next);
    store<i32>(labels + (cell << 2), far); // path halving
    cell = far;
    next = labelOf(labels, cell);
  }
  return cell;
}

function unite(labels: usize, one: i32, two: i32): void {
  one = rootOf(labels, one);
  two = rootOf(labels, two);
  store<i32>(labels + (min(one, two) << 2), max(one, two));
}

/** Makes every label the last cell of its component, and counts the stones of each. */
function countSizes(cells: i32, stones: usize, labels: usize, sizes: usize): void {
  memory.fill(sizes, 0, cells << 1);
  for (let cell = 0; cell < cells; cell++) {
    const label = rootOf(labels, cell);
    store<i32>(labels + (cell << 2), label);
    if (load<u8>(stones + cell)) store<u16>(sizes + (label << 1), sizeOf(sizes, label) + 1);
  }
  for (let cell = 0; cell < cells; cell++) {
    const size = load<u8>(stones + cell) ? sizeOf(sizes, labelOf(labels, cell)) : 0;
    store<u16>(sizes + (cell << 1), size);
  }
}
