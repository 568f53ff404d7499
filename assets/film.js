// A GIF from pictures of one size: its encoder is gifenc.  All frames share the colours of the
// first one given; after that only the pixels that have changed are kept.

import { GIFEncoder, applyPalette, quantize } from "./film/gifenc.js";

const COLOURS = 255; // and one more for "as before"
const COLOUR_FORMAT = "rgb565"; // finds a colour among those quickly

export const createEncoder = (sample) => {
  const palette = quantize(sample.data, COLOURS, { format: COLOUR_FORMAT });
  const unchanged = palette.length;
  palette.push([0, 0, 0]);
  const encoder = GIFEncoder();
  let previousPixels = null;
  return {
    add(frame, millis) {
      const { width, height } = frame;
      const pixels = applyPalette(frame.data, palette.slice(0, unchanged), COLOUR_FORMAT);
      const currentPixels = pixels.slice();
      if (previousPixels) {
        pixels.forEach((colour, at) => colour === previousPixels[at] && (pixels[at] = unchanged));
      }
      encoder.writeFrame(pixels, width, height, {
        palette: previousPixels ? undefined : palette,
        delay: millis,
        transparent: previousPixels !== null,
        transparentIndex: unchanged,
        dispose: 1,
      });
      previousPixels = currentPixels;
    },
    end() {
      encoder.finish();
      return new Blob([encoder.bytes()], { type: "image/gif" });
    },
  };
};
