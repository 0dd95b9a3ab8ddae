// Saves a file created in the browser.
export function saveFile(name: string, content: string, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Later, because some browsers start reading after this tick.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
