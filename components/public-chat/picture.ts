/** A picture that needs the session to be read. */
export function picture(blob: Blob, name: string): HTMLImageElement {
  const image = new Image();
  const forget = () => URL.revokeObjectURL(image.src);
  image.alt = name;
  image.onload = forget;
  image.onerror = () => {
    forget();
    image.remove();
  };
  image.src = URL.createObjectURL(blob);
  return image;
}
