const LOGIN = '/user/login'

/** `/user/login?redirect=…` for a path inside the console. */
export const writeLoginHref = (path: string): string => `${LOGIN}?redirect=${encodeURIComponent(path)}`

/** Where to go after sign-in: a path of this console, never another origin (`//evil`, `/\evil`, `https:`). */
export function readRedirect(redirect: string | null | undefined, origin: string): string {
  if (!redirect?.startsWith('/')) return '/'
  const url = URL.parse(redirect, origin)
  if (url === null || url.origin !== origin || url.pathname.startsWith('/user/')) return '/'
  return url.pathname + url.search + url.hash
}

/** Leaves the running application, so that nothing of the old session stays in memory. */
export function goToLogin(): void {
  const { pathname, search, hash } = window.location
  if (!pathname.startsWith('/user/')) window.location.assign(writeLoginHref(pathname + search + hash))
}
