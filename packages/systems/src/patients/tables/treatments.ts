import type { MEDICATIONS } from './medications.js'

/** Medications of which one is prescribed. */
interface Treatment {
  readonly probability: number
  readonly choices: readonly (keyof typeof MEDICATIONS)[]
}

/** The medications for a condition, by its key: of each group, at most one that is not contraindicated. */
export const TREATMENTS: Readonly<Record<string, readonly Treatment[]>> = {
  hypertension: [{ probability: 0.9, choices: ['lisinopril', 'amlodipine', 'losartan', 'thiazide'] }],
  type2: [
    { probability: 0.88, choices: ['metformin'] },
    { probability: 0.18, choices: ['glargine'] },
  ],
  type1: [
    { probability: 1, choices: ['glargine'] },
    { probability: 1, choices: ['lispro'] },
  ],
  hyperlipidemia: [{ probability: 0.8, choices: ['atorvastatin'] }],
  coronary: [
    { probability: 0.9, choices: ['aspirin'] },
    { probability: 0.7, choices: ['metoprolol'] },
  ],
  fibrillation: [
    { probability: 0.9, choices: ['apixaban'] },
    { probability: 0.7, choices: ['metoprolol'] },
  ],
  failure: [
    { probability: 0.9, choices: ['furosemide'] },
    { probability: 0.8, choices: ['metoprolol'] },
    { probability: 0.85, choices: ['lisinopril', 'losartan'] },
  ],
  asthma: [
    { probability: 0.95, choices: ['albuterol'] },
    { probability: 0.5, choices: ['fluticasone'] },
  ],
  copd: [
    { probability: 0.85, choices: ['salmeterol'] },
    { probability: 0.8, choices: ['albuterol'] },
  ],
  depression: [{ probability: 0.75, choices: ['sertraline', 'escitalopram'] }],
  anxiety: [{ probability: 0.6, choices: ['escitalopram', 'sertraline'] }],
  thyroid: [{ probability: 0.95, choices: ['levothyroxine'] }],
  knee: [{ probability: 0.8, choices: ['acetaminophen'] }],
  rheumatoid: [{ probability: 0.85, choices: ['methotrexate'] }],
  radiculopathy: [{ probability: 0.8, choices: ['ibuprofen', 'acetaminophen'] }],
  reflux: [{ probability: 0.8, choices: ['omeprazole'] }],
  migraine: [{ probability: 0.7, choices: ['ibuprofen', 'acetaminophen'] }],
  prostate: [{ probability: 0.7, choices: ['tamsulosin'] }],
  anemia: [{ probability: 0.9, choices: ['iron'] }],
  attention: [{ probability: 0.7, choices: ['methylphenidate'] }],
  rhinitis: [{ probability: 0.6, choices: ['loratadine'] }],
  otitis: [{ probability: 0.85, choices: ['amoxicillinLiquid'] }],
  strep: [{ probability: 1, choices: ['amoxicillin', 'amoxicillinLiquid', 'azithromycin'] }],
  pneumonia: [{ probability: 1, choices: ['azithromycin'] }],
  cystitis: [{ probability: 0.95, choices: ['nitrofurantoin'] }],
  ankle: [{ probability: 0.6, choices: ['ibuprofen', 'acetaminophen'] }],
  back: [{ probability: 0.7, choices: ['ibuprofen', 'acetaminophen'] }],
}
