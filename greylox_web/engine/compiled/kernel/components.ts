// Connected components of one board by union-find.  Cells have their index in ascending order.
//
// Stones are u8, 0 for a vacant cell.  Labels and neighbours are i32, sizes u16.  During union-find
// a label is the parent in the forest, afterwards the last cell of the component.

/** Writes the labels and the sizes of all groups. */
export function labelGroups(
  cells: i32, stones: usize, neighbours: usize, labels: usize, sizes: usize,
): void {
  for (let cell = 0; cell < cells; cell++) store<u32>(labels + (cell << 2), cell);
  let neighbour = neighbours; // six neighbours of each cell; `cells` means off the board
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

/** Unites groups with a bridge between them, starting from the labels of the groups. */
export function linkByBridges(
  cells: i32, stones: usize, bridges: usize, labels: usize, sizes: usize,
): void {
  let bridge = bridges; // six bridges of each cell: the other end, and the two cells between
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

/** The size of the group that a stone of this colour on the cell would form. */
export function sizeAfterPlacing(
  cell: i32, cells: i32, stones: usize, neighbours: usize, labels: usize, sizes: usize, colour: u8,
): i32 {
  const first = neighbours + cell * 24;
  let size = 1;
  for (let direction: usize = 0; direction < 24; direction += 4) {
    const neighbour = load<i32>(first + direction);
    if (neighbour == cells || load<u8>(stones + neighbour) != colour) continue;
    const label = labelOf(labels, neighbour);
    // count each neighbouring group once
    let before: usize = 0;
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

/** Sets every label to the last cell of its component, and counts the stones of each. */
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
