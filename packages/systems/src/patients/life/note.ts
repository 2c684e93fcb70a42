import { ageAt, toDate } from '../calendar.js'
import { clinicianName } from '../directory/staff.js'
import { createChance } from '../seeded-random.js'
import type { Allergy } from '../tables/allergies.js'
import { SPECIALTIES } from '../tables/specialties.js'
import { VISIT_TYPES } from '../tables/visits.js'
import { type Chart, patientName } from './chart.js'
import { hasIllness } from './illness.js'
import type { Prescription } from './prescription.js'
import type { Visit } from './visit.js'
import { measureVitals } from './vitals.js'

/** The patient's description of a condition, by its key. */
const HISTORIES: Readonly<Record<string, string>> = {
  radiculopathy:
    'Low back pain radiating down the leg. Six weeks of physical therapy and anti-inflammatory medicine completed ' +
    'without lasting relief. No bladder or bowel symptoms.',
  knee: 'Knee pain on stairs and after walking. Home exercises and pain medicine for three months with partial relief.',
  rheumatoid: 'Morning stiffness of the hands for more than an hour. No fever, no new swelling.',
  type2: 'Checks glucose at home. No low readings, no numbness of the feet.',
  type1: 'Uses insulin as directed. No severe low readings since the last visit.',
  hypertension: 'No headache, chest pain or shortness of breath. Takes medicine as directed.',
  coronary: 'No chest pain at rest. Walks for half an hour on most days.',
  failure: 'Sleeps on two pillows. No weight gain over the last week.',
  fibrillation: 'Occasional palpitations, no bleeding, no fainting.',
  depression: 'Mood has been low on some days. Sleeps six hours. No thoughts of self-harm.',
  asthma: 'Uses the rescue inhaler less than twice a week.',
  copd: 'Short of breath on hills. Morning cough without blood.',
  pregnancy: 'Feels well, no bleeding, no contractions.',
  cold: 'Runny nose, cough and low fever for two days.',
  sinusitis: 'Facial pressure and a blocked nose for a week.',
  bronchitis: 'Cough for more than a week, some sputum, no chest pain.',
  influenza: 'Sudden fever, chills and body aches since yesterday.',
  gastroenteritis: 'Loose stools and vomiting since yesterday, drinks enough.',
  croup: 'Barking cough and noisy breathing at night.',
  otitis: 'Ear pain and fever since yesterday, poor sleep.',
  strep: 'Sore throat and fever for two days, no cough.',
  cystitis: 'Burning on urination for two days, no fever, no flank pain.',
  pneumonia: 'Cough, fever and shortness of breath for three days.',
  ankle: 'Twisted the ankle on a step; can bear weight with pain.',
  back: 'Low back pain after lifting, no weakness of the legs.',
}

/**
 * Returns the clinical note of a visit as plain text. It contains only facts that the resources also contain, and the
 * patient's story.
 */
export function writeNote(
  chart: Chart,
  visit: Visit,
  allergies: readonly Allergy[],
  prescriptions: readonly Prescription[],
): string {
  const { person, illnesses } = chart
  const chance = createChance(chart.seed, person.number, 19, visit.start)
  const reasons = visit.reasons.map((reason) => reason.snomed.display)
  const stories = visit.reasons.map((reason) => HISTORIES[reason.key]).filter((story) => story !== undefined)
  const problems = illnesses.filter(({ key, chronic }) => chronic && hasIllness(illnesses, key, visit.start))
  const current = prescriptions.filter(({ visit: from, status }) => from.start <= visit.start && status !== 'completed')
  const started = prescriptions.filter(({ visit: from }) => from === visit)
  const weeks = chance.pick(['2 weeks', '4 weeks', '3 months', '6 months'])
  const plans = started.map(({ medication }) => `${medication.rxnorm.display}. ${medication.directions}.`)
  const lines = [
    `${VISIT_TYPES[visit.kind].snomed.display} - ${toDate(visit.start)}`,
    `Patient: ${patientName(person)}   MRN: ${person.mrn}   Born: ${toDate(person.birth)}`,
    `Seen by: ${clinicianName(visit.clinician)}, ${SPECIALTIES[visit.clinician.specialty].display}`,
    '',
    `Reason: ${reasons.join(', ') || 'Routine check-up'}`,
    `History: ${ageAt(person.birth, visit.start)}-year-old ${person.sex}. ` +
      `${stories.join(' ') || (reasons.length > 0 ? `Seen for ${reasons.join(', ')}.` : 'No new complaints.')}`,
    `Problems: ${problems.map(({ snomed, icd10 }) => `${snomed.display} (${icd10.code})`).join('; ') || 'none'}`,
    `Medicines: ${current.map(({ medication }) => medication.rxnorm.display).join('; ') || 'none'}`,
    `Allergies: ${allergies.map(({ snomed }) => snomed.display).join('; ') || 'no known allergy'}`,
    ...(visit.kind === 'video' ? [] : [`Examination: ${describeVitals(chart, visit)}`]),
    `Assessment: ${reasons.join('; ') || 'In good health for age'}.`,
    `Plan: ${plans.join(' ') || 'Continue as before.'} Return in ${weeks} or sooner if worse.`,
  ]
  return `${lines.join('\n')}\n`
}

function describeVitals(chart: Chart, visit: Visit): string {
  const { pressure, heartRate, weight, bmi } = measureVitals(chart, visit)
  const parts = [
    ...(pressure ? [`blood pressure ${pressure.systolic}/${pressure.diastolic} mmHg`] : []),
    `pulse ${heartRate}/min`,
    `weight ${weight} kg`,
    ...(bmi === undefined ? [] : [`BMI ${bmi} kg/m2`]),
  ]
  return `${parts.join(', ')}.`
}
