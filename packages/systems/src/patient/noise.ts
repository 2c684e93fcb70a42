import type { NoiseScript } from '../simulator.js'

/** Nothing: no agent reaches the patient but through others. */
export function* patientNoise(): NoiseScript {}
