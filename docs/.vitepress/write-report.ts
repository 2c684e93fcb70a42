import { fileURLToPath } from 'node:url'
import { writeReport } from './report.js'

await writeReport(fileURLToPath(new URL('../public/report', import.meta.url)))
