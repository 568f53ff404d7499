// A GIF from pictures of one size: its encoder is gifenc.  All frames share the colours of the
// first one given; after that only the pixels that have changed are kept.

import { GIFEncoder, applyPalette, quantize } from "./film/gifenc.js";

const COLOURS = 255; // and one more for "as before"
const COARSE = "rgb565"; // finds a colour among those quickly

export const begin = (sample) => {
  const palette = quantize(sample.data, COLOURS, { format: COARSE });
  const same = palette.length;
  palette.push([0, 0, 0]);
  const encoder = GIFEncoder();
  let before = null;
  return {
    add(picture, millis) {
      const { width, height } = picture;
      const pixels = applyPalette(picture.data, palette.slice(0, same), COARSE);
      const kept = pixels.slice();
      if (before) pixels.forEach((colour, at) => colour === before[at] && (pixels[at] = same));
      encoder.writeFrame(pixels, width, height, {
        palette: before ? undefined : palette,
        delay: millis,
        transparent: before !== null,
        transparentIndex: same,
        dispose: 1,
      });
      before = kept;
    },
    end() {
      encoder.finish();
      return new Blob([encoder.bytes()], { type: "image/gif" });
    },
  };
};
