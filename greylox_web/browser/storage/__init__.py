"""What the browser stores: my games and progress in IndexedDB, the running game beside them."""
