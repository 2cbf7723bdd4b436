// Synthesized sounds: wood on wood, a hit, dice, two notes for the user's turn, three for an offer. On by default.

/** @typedef {"roll" | "land" | "hit" | "turn" | "offer"} Sound */

/** The volume at which sounds are as loud as they were made, squared. */
const LOUD = 0.49;

/** @type {AudioContext | null} */
let context = null;

/** The master volume of the context. @type {GainNode | null} */
let master = null;

/** Play a sound now; nothing happens in a browser without audio. @param {Sound} name @param {number} volume From 0 to 1. */
export function play(name, volume) {
  if (!("AudioContext" in window)) return;
  context ??= new AudioContext();
  // Browsers play no sound before the first input.
  if (context.state === "suspended") context.resume().catch(() => {});
  if (!master) {
    master = new GainNode(context);
    master.connect(context.destination);
  }
  // Loudness is felt about as the square of the amplitude's share.
  master.gain.value = volume ** 2 / LOUD;
  ring(context, name, context.currentTime, master);
}

/** Schedule a sound. @param {BaseAudioContext} on @param {Sound} name @param {number} at Seconds. @param {AudioNode} [to] Where it is heard. */
export function ring(on, name, at, to = on.destination) {
  if (name === "land") knock(on, at, { pitch: 1100, loud: 0.5, to });
  if (name === "hit") [0, 0.07].forEach((later, n) => knock(on, at + later, { pitch: n ? 480 : 900, loud: 0.7, to }));
  if (name === "roll")
    [0, 0.06, 0.11, 0.19, 0.3].forEach((later, n) => knock(on, at + later, { pitch: 2400 - n * 260, loud: 0.34 - n * 0.05, to }));
  if (name === "offer") [587.33, 739.99, 880].forEach((pitch, n) => note(on, at + n * 0.14, pitch, to));
  if (name === "turn") [659.26, 880].forEach((pitch, n) => note(on, at + n * 0.12, pitch, to));
}

/** A short knock: noise through a narrow filter. @param {BaseAudioContext} on @param {number} at @param {{pitch: number, loud: number, to: AudioNode}} how */
function knock(on, at, { pitch, loud, to }) {
  const length = Math.ceil(on.sampleRate * 0.05);
  const buffer = on.createBuffer(1, length, on.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * Math.exp((-7 * i) / length);
  const source = new AudioBufferSourceNode(on, { buffer });
  const filter = new BiquadFilterNode(on, { type: "bandpass", frequency: pitch, Q: 2.5 });
  source
    .connect(filter)
    .connect(new GainNode(on, { gain: loud }))
    .connect(to);
  source.start(at);
}

/** A soft note. @param {BaseAudioContext} on @param {number} at @param {number} frequency @param {AudioNode} to */
function note(on, at, frequency, to) {
  const source = new OscillatorNode(on, { type: "sine", frequency });
  const volume = new GainNode(on, { gain: 0 });
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(0.16, at + 0.015);
  volume.gain.exponentialRampToValueAtTime(0.0005, at + 0.3);
  source.connect(volume).connect(to);
  source.start(at);
  source.stop(at + 0.32);
}
