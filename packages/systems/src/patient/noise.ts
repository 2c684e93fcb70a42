import type { NoiseScript } from '../simulator.js'

/** Yields no calls: agents reach the patient only through other systems. */
export function* patientNoise(): NoiseScript {}
