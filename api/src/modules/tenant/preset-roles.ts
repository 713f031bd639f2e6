export interface PresetRole {
  readonly name: string
  /** `module:operation`; `*` grants everything. */
  readonly permissions: readonly string[]
}

/** The roles a new tenant starts with; the first is the administrator's. */
export const presetRoles: readonly PresetRole[] = [
  { name: '管理员', permissions: ['*'] },
  {
    name: '操作员',
    permissions: [
      'platform:query',
      'connector:query',
      'connector:add',
      'connector:update',
      'connector:export',
      'strategy:query',
      'strategy:add',
      'strategy:update',
      'strategy:export',
    ],
  },
  { name: '只读', permissions: ['platform:query', 'connector:query', 'strategy:query'] },
]
