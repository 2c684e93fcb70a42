import type { NoiseScript } from '../simulator.js'

/** None: agents reach the patient only through other systems. */
export function* patientNoise(): NoiseScript {}
