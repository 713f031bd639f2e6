/** What a script of an adapter may export. Apart from the declarations that the editor shows, which few pages need. */
export const scriptHooks = ['connect', 'beforeRequest', 'afterResponse', 'handleError'] as const
export type ScriptHook = (typeof scriptHooks)[number]
