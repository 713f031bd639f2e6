const SLOWEST = 15

/**
 * Where the time of a test run went, as lines of text: each group with its share by room, then the slowest files. Files
 * run side by side, so those of a group take longer together than the group.
 */
export function describeTimes(groups, root) {
  const lines = groups.map(({ name, ms, files }) => {
    const byRoom = new Map()
    for (const { room, ms } of files.map(file => measure(file, root))) byRoom.set(room, (byRoom.get(room) ?? 0) + ms)
    const whole = [...byRoom.values()].reduce((total, each) => total + each, 0) || 1
    const shares = [...byRoom].sort(([, a], [, b]) => b - a)
    const told = shares.map(([room, each]) => `${room} ${Math.round((100 * each) / whole)} %`)
    return `  ${toClock(ms)}  ${name}: ${files.length} files; ${told.join(', ')}`
  })
  const slowest = groups
    .flatMap(({ files }) => files.map(file => measure(file, root)))
    .sort((a, b) => b.ms - a.ms)
    .slice(0, SLOWEST)
    .map(({ path, ms }) => `  ${toClock(ms)}  ${path}`)
  return ['Time by group (minutes)', ...lines, 'Slowest files', ...slowest]
}

function measure({ name, startTime, endTime }, root) {
  const path = name.replace(`${root}/`, '')
  return { path, room: path.split('/')[0], ms: endTime - startTime }
}

function toClock(ms) {
  const seconds = Math.round(ms / 1000)
  return `${String(Math.floor(seconds / 60)).padStart(3)}:${String(seconds % 60).padStart(2, '0')}`
}
