/** How many days it takes to run all of them. */
const TURNS = 3

/**
 * The files that another day runs, of those that are taken in turns (docs/decisions/0259-long-lists-are-taken-in-turns.md).
 * None of them where files were named, or a single file is run by hand: then there is no turn, or it is `all`.
 */
export function listOtherDays(files: readonly string[]): string[] {
  // biome-ignore lint/style/noProcessEnv: how tools/test.mjs names the turn of the run
  const turn = Number(process.env['TEST_TURN'])
  if (Number.isNaN(turn)) return []
  // Lists within a file change each day, files when those have come round: every case meets a day of its file.
  const others = files.filter((_, at) => at % TURNS !== Math.floor(turn / TURNS) % TURNS)
  // biome-ignore lint/suspicious/noConsole: a run says what it leaves out
  console.log(`Another day's, by turn ${turn}: ${others.join(', ')}`)
  return others
}
