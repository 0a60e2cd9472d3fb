/** Small sounds, made on the spot: a card laid, a trick taken, one's turn, a stop. */
import { settings } from './settings.svelte';

let context: AudioContext | null = null;

function audio(): AudioContext | null {
  if (!settings.sound || typeof AudioContext === 'undefined') return null;
  context ??= new AudioContext();
  return context.state === 'running' ? context : (void context.resume(), null);
}

/** A breath of filtered noise, as of paper on felt. */
function paper(length: number, pitch: number, loud: number): void {
  const on = audio();
  if (!on) return;
  const noise = on.createBuffer(1, Math.ceil(on.sampleRate * length), on.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 3;
  const source = new AudioBufferSourceNode(on, { buffer: noise });
  const filter = new BiquadFilterNode(on, { type: 'bandpass', frequency: pitch, Q: 0.9 });
  source.connect(filter).connect(new GainNode(on, { gain: loud })).connect(on.destination);
  source.start();
}

function tone(pitch: number, after: number, length: number, loud: number): void {
  const on = audio();
  if (!on) return;
  const start = on.currentTime + after;
  const gain = new GainNode(on, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.015);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  const voice = new OscillatorNode(on, { type: 'triangle', frequency: pitch });
  voice.connect(gain).connect(on.destination);
  voice.start(start);
  voice.stop(start + length);
}

export const sounds = {
  card: () => paper(0.09, 1800, 0.25),
  trick: () => paper(0.25, 900, 0.3),
  turn: () => {
    tone(523, 0, 0.25, 0.06);
    tone(659, 0.09, 0.3, 0.06);
  },
  stop: () => {
    tone(392, 0, 0.18, 0.12);
    tone(294, 0.12, 0.35, 0.12);
  },
  end: () => [523, 659, 784, 1047].forEach((pitch, step) => tone(pitch, step * 0.11, 0.4, 0.07)),
};
