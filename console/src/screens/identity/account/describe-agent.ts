const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/MicroMessenger\//, 'WeChat'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/Windows/, 'Windows'],
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** Browser and system of a user agent, as far as people tell them apart; null when it says neither. */
export function describeAgent(agent: string | null): { readonly browser: string; readonly system: string } | null {
  const browser = browsers.find(([pattern]) => pattern.test(agent ?? ''))?.[1]
  const system = systems.find(([pattern]) => pattern.test(agent ?? ''))?.[1]
  return browser && system ? { browser, system } : null
}
