export { type Disagreement, disagreements } from './disagreements.js'
export type { Solver, SolverOutput } from './solver.js'
