// `npm start`: install, build, run. Arguments go to the product: `npm start -- --demo`.
import { ensureBuilt, ensureInstalled, runForever } from './prepare.mjs'

ensureInstalled()
ensureBuilt()
runForever(['main/src/main.ts', ...process.argv.slice(2)])
