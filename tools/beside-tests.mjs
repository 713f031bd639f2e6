import { writeFileSync } from 'node:fs'

/** A reporter: which files left an error behind beside their tests, which the JSON report does not tell. */
// biome-ignore lint/style/noDefaultExport: by its default export a reporter is found
export default class BesideTests {
  onTestRunEnd(_modules, errors) {
    const found = errors.map(({ VITEST_TEST_PATH: path, name, message }) => ({ path, message: `${name}: ${message}` }))
    writeFileSync(process.env.BESIDE_TESTS, JSON.stringify(found))
  }
}
