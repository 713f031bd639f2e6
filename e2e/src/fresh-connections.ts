// Before each file: every call of a test comes on a connection of its own. One that was kept for the next call may be
// closed by the product in the moment that call is written, which is nobody's fault and no finding.
const { fetch } = globalThis
const fetchAlone: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined))
  headers.set('connection', 'close')
  return fetch(input, { ...init, headers })
}
// The files of a worker share what is global: the second finds it done.
if (fetch.name !== fetchAlone.name) globalThis.fetch = fetchAlone
