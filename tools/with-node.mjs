// Runs one of the project's programs under its pinned Node, after making sure that everything is installed and built.
import { ensureBuilt, ensureInstalled, runForever } from './prepare.mjs'

ensureInstalled()
ensureBuilt()
runForever(process.argv.slice(2))
