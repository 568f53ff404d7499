// Makes a GIF from pictures of one size, with gifenc.  All frames share the colours of the samples;
// frames after the first store only the changed pixels.

import { GIFEncoder, nearestColorIndex, quantize } from "./film/gifenc.js";

const COLOURS = 255; // and one more for "unchanged"

// Return a function that maps a picture to the palette.  gifenc's own, applyPalette, gives similar
// colours the index of the one that it meets first, which turned green tiles grey.
const makeMapper = (palette) => {
  const indices = new Map();
  return ({ data }) =>
    Uint8Array.from(new Uint32Array(data.buffer), (colour) => {
      let index = indices.get(colour);
      if (index === undefined) {
        index = nearestColorIndex(palette, [colour & 255, (colour >> 8) & 255, (colour >> 16) & 255]);
        indices.set(colour, index);
      }
      return index;
    });
};

export const createEncoder = (...samples) => {
  const { length } = samples[0].data;
  const pixelData = new Uint8ClampedArray(length * samples.length);
  samples.forEach(({ data }, index) => pixelData.set(data, index * length));
  const palette = quantize(pixelData, COLOURS);
  const toIndices = makeMapper([...palette]);
  const unchanged = palette.length;
  palette.push([0, 0, 0]);
  const encoder = GIFEncoder();
  let previousPixels = null;
  return {
    add(frame, millis) {
      const { width, height } = frame;
      const pixels = toIndices(frame);
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
