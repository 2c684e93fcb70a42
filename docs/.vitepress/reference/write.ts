import { writeFileSync } from 'node:fs'
import { referencePages } from './pages.js'

for (const [name, text] of referencePages()) {
  writeFileSync(new URL(`../../reference/${name}.md`, import.meta.url), text)
}
