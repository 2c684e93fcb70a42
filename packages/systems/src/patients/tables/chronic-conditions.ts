import type { Code } from '../coding.js'
import type { Specialty } from './specialties.js'

/** The prevalence of a condition: probabilities by age in years, interpolated linearly. */
type PrevalenceCurve = Readonly<Record<number, number>>

/** A condition that lasts for years, mostly for life. */
export interface ChronicCondition {
  readonly key: string
  readonly snomed: Code
  readonly icd10: Code
  readonly sex?: 'female' | 'male'
  /** The minimum age of onset. */
  readonly onsetFrom: number
  /** The age at which it ends; absent: never. */
  readonly outgrownAt?: number
  /** The maximum age of onset; absent: any. */
  readonly onsetTo?: number
  readonly prevalence: PrevalenceCurve
  /**
   * Factors by conditions that are generated earlier, `smoking`, `female` and `male`: above 1 more likely, 0
   * impossible.
   */
  readonly givenOthers?: Readonly<Record<string, number>>
  /** Months between follow-up visits; 0: none. */
  readonly followUp: number
  /** The specialist who treats it in addition to primary care. */
  readonly specialist?: Specialty
}

/** In the order of generation: later ones may depend on earlier ones. */
export const CHRONIC_CONDITIONS: readonly ChronicCondition[] = [
  {
    key: 'asthma',
    snomed: { code: '195967001', display: 'Asthma' },
    icd10: { code: 'J45.909', display: 'Unspecified asthma, uncomplicated' },
    onsetFrom: 3,
    onsetTo: 40,
    prevalence: { 3: 0.03, 10: 0.09, 40: 0.08, 80: 0.06 },
    followUp: 12,
  },
  {
    key: 'eczema',
    snomed: { code: '24079001', display: 'Atopic dermatitis' },
    icd10: { code: 'L20.9', display: 'Atopic dermatitis, unspecified' },
    onsetFrom: 0,
    onsetTo: 12,
    outgrownAt: 16,
    prevalence: { 0: 0.06, 5: 0.12, 18: 0.08, 40: 0.04 },
    givenOthers: { asthma: 2 },
    followUp: 0,
  },
  {
    key: 'rhinitis',
    snomed: { code: '61582004', display: 'Allergic rhinitis' },
    icd10: { code: 'J30.9', display: 'Allergic rhinitis, unspecified' },
    onsetFrom: 4,
    onsetTo: 45,
    prevalence: { 4: 0.03, 15: 0.12, 60: 0.12 },
    givenOthers: { asthma: 2.5, eczema: 1.5 },
    followUp: 0,
  },
  {
    key: 'type1',
    snomed: { code: '46635009', display: 'Type 1 diabetes mellitus' },
    icd10: { code: 'E10.9', display: 'Type 1 diabetes mellitus without complications' },
    onsetFrom: 4,
    onsetTo: 30,
    prevalence: { 4: 0.001, 18: 0.005, 60: 0.005 },
    followUp: 4,
    specialist: 'endocrinology',
  },
  {
    key: 'obesity',
    snomed: { code: '414916001', display: 'Obesity' },
    icd10: { code: 'E66.9', display: 'Obesity, unspecified' },
    onsetFrom: 18,
    onsetTo: 65,
    prevalence: { 18: 0.12, 30: 0.3, 55: 0.38, 80: 0.26 },
    followUp: 0,
  },
  {
    key: 'hypertension',
    snomed: { code: '59621000', display: 'Essential hypertension' },
    icd10: { code: 'I10', display: 'Essential (primary) hypertension' },
    onsetFrom: 25,
    prevalence: { 25: 0.02, 40: 0.16, 55: 0.36, 70: 0.58, 85: 0.7 },
    givenOthers: { obesity: 1.5 },
    followUp: 6,
  },
  {
    key: 'type2',
    snomed: { code: '44054006', display: 'Type 2 diabetes mellitus' },
    icd10: { code: 'E11.9', display: 'Type 2 diabetes mellitus without complications' },
    onsetFrom: 30,
    prevalence: { 30: 0.01, 45: 0.055, 60: 0.11, 75: 0.15 },
    givenOthers: { obesity: 2, hypertension: 1.4, type1: 0 },
    followUp: 4,
  },
  {
    key: 'prediabetes',
    snomed: { code: '714628002', display: 'Prediabetes' },
    icd10: { code: 'R73.03', display: 'Prediabetes' },
    onsetFrom: 25,
    prevalence: { 25: 0.04, 45: 0.16, 70: 0.22 },
    givenOthers: { type1: 0, type2: 0, obesity: 1.6 },
    followUp: 12,
  },
  {
    key: 'hyperlipidemia',
    snomed: { code: '55822004', display: 'Hyperlipidemia' },
    icd10: { code: 'E78.5', display: 'Hyperlipidemia, unspecified' },
    onsetFrom: 30,
    prevalence: { 30: 0.06, 50: 0.26, 70: 0.42 },
    givenOthers: { type2: 1.6, obesity: 1.2 },
    followUp: 12,
  },
  {
    key: 'kidney',
    snomed: { code: '433144002', display: 'Chronic kidney disease stage 3' },
    icd10: { code: 'N18.30', display: 'Chronic kidney disease, stage 3 unspecified' },
    onsetFrom: 50,
    prevalence: { 50: 0.015, 65: 0.06, 80: 0.16 },
    givenOthers: { type2: 2, hypertension: 1.6 },
    followUp: 6,
  },
  {
    key: 'coronary',
    snomed: { code: '53741008', display: 'Coronary arteriosclerosis' },
    icd10: {
      code: 'I25.10',
      display: 'Atherosclerotic heart disease of native coronary artery without angina pectoris',
    },
    onsetFrom: 45,
    prevalence: { 45: 0.012, 60: 0.04, 80: 0.12 },
    givenOthers: { hyperlipidemia: 1.5, type2: 1.3, hypertension: 1.2, smoking: 1.5, female: 0.7, male: 1.2 },
    followUp: 6,
    specialist: 'cardiology',
  },
  {
    key: 'fibrillation',
    snomed: { code: '49436004', display: 'Atrial fibrillation' },
    icd10: { code: 'I48.91', display: 'Unspecified atrial fibrillation' },
    onsetFrom: 55,
    prevalence: { 55: 0.01, 70: 0.05, 85: 0.12 },
    givenOthers: { hypertension: 1.3, female: 0.9, male: 1.2 },
    followUp: 6,
    specialist: 'cardiology',
  },
  {
    key: 'failure',
    snomed: { code: '84114007', display: 'Heart failure' },
    icd10: { code: 'I50.9', display: 'Heart failure, unspecified' },
    onsetFrom: 55,
    prevalence: { 55: 0.01, 70: 0.025, 85: 0.06 },
    givenOthers: { coronary: 2.5, hypertension: 1.3 },
    followUp: 4,
    specialist: 'cardiology',
  },
  {
    key: 'copd',
    snomed: { code: '13645005', display: 'Chronic obstructive pulmonary disease' },
    icd10: { code: 'J44.9', display: 'Chronic obstructive pulmonary disease, unspecified' },
    onsetFrom: 45,
    prevalence: { 45: 0.02, 65: 0.08, 80: 0.1 },
    givenOthers: { asthma: 0, smoking: 4 },
    followUp: 6,
  },
  {
    key: 'depression',
    snomed: { code: '370143000', display: 'Major depressive disorder' },
    icd10: { code: 'F32.9', display: 'Major depressive disorder, single episode, unspecified' },
    onsetFrom: 15,
    onsetTo: 75,
    prevalence: { 15: 0.05, 30: 0.09, 60: 0.08, 85: 0.05 },
    givenOthers: { female: 1.3, male: 0.65 },
    followUp: 6,
    specialist: 'psychiatry',
  },
  {
    key: 'anxiety',
    snomed: { code: '21897009', display: 'Generalized anxiety disorder' },
    icd10: { code: 'F41.1', display: 'Generalized anxiety disorder' },
    onsetFrom: 15,
    onsetTo: 65,
    prevalence: { 15: 0.03, 35: 0.06, 80: 0.03 },
    givenOthers: { depression: 2.5, female: 1.25, male: 0.7 },
    followUp: 12,
  },
  {
    key: 'thyroid',
    snomed: { code: '40930008', display: 'Hypothyroidism' },
    icd10: { code: 'E03.9', display: 'Hypothyroidism, unspecified' },
    onsetFrom: 25,
    prevalence: { 25: 0.02, 50: 0.07, 75: 0.12 },
    givenOthers: { male: 0.25 },
    followUp: 12,
  },
  {
    key: 'knee',
    snomed: { code: '239873007', display: 'Osteoarthritis of knee' },
    icd10: { code: 'M17.9', display: 'Osteoarthritis of knee, unspecified' },
    onsetFrom: 45,
    prevalence: { 45: 0.04, 65: 0.17, 80: 0.24 },
    givenOthers: { obesity: 1.7, female: 1.15, male: 0.8 },
    followUp: 12,
    specialist: 'orthopaedics',
  },
  {
    key: 'rheumatoid',
    snomed: { code: '69896004', display: 'Rheumatoid arthritis' },
    icd10: { code: 'M06.9', display: 'Rheumatoid arthritis, unspecified' },
    onsetFrom: 25,
    onsetTo: 70,
    prevalence: { 25: 0.006, 60: 0.02 },
    givenOthers: { kidney: 0, female: 1.4, male: 0.5 },
    followUp: 4,
    specialist: 'rheumatology',
  },
  {
    key: 'radiculopathy',
    snomed: { code: '128196005', display: 'Lumbar radiculopathy' },
    icd10: { code: 'M54.16', display: 'Radiculopathy, lumbar region' },
    onsetFrom: 30,
    onsetTo: 75,
    prevalence: { 30: 0.03, 50: 0.08, 80: 0.06 },
    followUp: 6,
    specialist: 'orthopaedics',
  },
  {
    key: 'osteoporosis',
    snomed: { code: '64859006', display: 'Osteoporosis' },
    icd10: { code: 'M81.0', display: 'Age-related osteoporosis without current pathological fracture' },
    sex: 'female',
    onsetFrom: 55,
    prevalence: { 55: 0.06, 70: 0.2, 85: 0.32 },
    followUp: 12,
  },
  {
    key: 'reflux',
    snomed: { code: '235595009', display: 'Gastroesophageal reflux disease' },
    icd10: { code: 'K21.9', display: 'Gastro-esophageal reflux disease without esophagitis' },
    onsetFrom: 20,
    prevalence: { 20: 0.05, 50: 0.14, 80: 0.16 },
    givenOthers: { obesity: 1.4 },
    followUp: 0,
  },
  {
    key: 'migraine',
    snomed: { code: '37796009', display: 'Migraine' },
    icd10: { code: 'G43.909', display: 'Migraine, unspecified, not intractable, without status migrainosus' },
    onsetFrom: 12,
    onsetTo: 45,
    prevalence: { 12: 0.03, 35: 0.1, 70: 0.04 },
    givenOthers: { female: 1.5, male: 0.5 },
    followUp: 0,
  },
  {
    key: 'prostate',
    snomed: { code: '266569009', display: 'Benign prostatic hyperplasia' },
    icd10: { code: 'N40.1', display: 'Benign prostatic hyperplasia with lower urinary tract symptoms' },
    sex: 'male',
    onsetFrom: 50,
    prevalence: { 50: 0.1, 65: 0.28, 80: 0.42 },
    followUp: 12,
  },
  {
    key: 'anemia',
    snomed: { code: '87522002', display: 'Iron deficiency anemia' },
    icd10: { code: 'D50.9', display: 'Iron deficiency anemia, unspecified' },
    sex: 'female',
    onsetFrom: 14,
    onsetTo: 50,
    prevalence: { 14: 0.04, 40: 0.09, 55: 0.04 },
    followUp: 6,
  },
  {
    key: 'attention',
    snomed: { code: '406506008', display: 'Attention deficit hyperactivity disorder' },
    icd10: { code: 'F90.9', display: 'Attention-deficit hyperactivity disorder, unspecified type' },
    onsetFrom: 6,
    onsetTo: 16,
    prevalence: { 6: 0.04, 12: 0.1, 25: 0.05, 50: 0.01 },
    givenOthers: { female: 0.65, male: 1.3 },
    followUp: 6,
  },
]
