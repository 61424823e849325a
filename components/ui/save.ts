export function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // Revokes the URL after a minute, when the download has certainly started.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
