// This module is loaded only if the visitor has turned the sound on.

let context: AudioContext | undefined;

// Browsers block audio before the first user gesture.
function prepare(): AudioContext {
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}
for (const event of ["pointerdown", "keydown"]) addEventListener(event, prepare, { once: true });

export function play(): void {
  const audio = prepare();
  [660, 880].forEach((frequency, each) => {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const at = audio.currentTime + each * 0.12;
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.12, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.2);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.2);
  });
}
