// Makes a GIF from pictures of one size, with gifenc.  All frames share the colours of the samples;
// frames after the first store only the changed pixels.

import { GIFEncoder, applyPalette, quantize } from "./film/gifenc.js";

const COLOURS = 255; // and one more for "unchanged"
const COLOUR_FORMAT = "rgb565"; // fast to map to the palette

export const createEncoder = (...samples) => {
  const { length } = samples[0].data;
  const pixelData = new Uint8ClampedArray(length * samples.length);
  samples.forEach(({ data }, index) => pixelData.set(data, index * length));
  const palette = quantize(pixelData, COLOURS, { format: COLOUR_FORMAT });
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
