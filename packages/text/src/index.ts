export { foldText } from './fold-text.js'
export { plural } from './plural.js'
export { parseUnit, toBaseUnits, type Unit } from './unit.js'
