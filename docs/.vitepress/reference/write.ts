import { writeFileSync } from 'node:fs'
import { decisionsPage } from './decisions.js'
import { referencePages } from './pages.js'

for (const [name, text] of referencePages()) {
  writeFileSync(new URL(`../../reference/${name}.md`, import.meta.url), text)
}
writeFileSync(new URL('../../decisions/index.md', import.meta.url), decisionsPage())
