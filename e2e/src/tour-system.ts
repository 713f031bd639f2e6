import { icon, POPUP, PRIMARY, ROW_BUTTON, type Stops } from './tour-stop.ts'

/** System settings, and the pages that say what is not there. */
export function listSystem(): Stops {
  const user = '/system/user'
  const role = '/system/role'
  const log = '/system/log'
  return {
    [user]: [
      { name: 'users', path: user },
      { name: 'user-form', path: user, press: [PRIMARY] },
      { name: 'user-import', path: user, press: [icon('upload')] },
      { name: 'user-more', path: user, press: [icon('more')], opens: POPUP },
    ],
    [role]: [
      { name: 'roles', path: role },
      { name: 'role-form', path: role, press: [PRIMARY] },
      { name: 'role', path: role, press: [ROW_BUTTON] },
    ],
    '/system/permission': [{ name: 'permissions', path: '/system/permission' }],
    [log]: [
      { name: 'operation-log', path: log },
      { name: 'operation-log-entry', path: log, press: [ROW_BUTTON] },
      { name: 'operation-log-verify', path: log, press: [icon('safety-certificate')] },
      { name: 'operation-log-clean', path: log, press: [icon('delete')] },
    ],
    '/system/security': [
      { name: 'security', path: '/system/security' },
      { name: 'security-provider', path: '/system/security', press: [icon('plus')] },
    ],
    '/system/config': [{ name: 'config', path: '/system/config' }],
    '/system/quota': [{ name: 'quota', path: '/system/quota' }],
    '/system/tenant': [
      { name: 'tenant', path: '/system/tenant' },
      { name: 'tenant-end', path: '/system/tenant', press: ['.ant-btn-dangerous'] },
    ],
    '/system/website': [{ name: 'website', path: '/system/website' }],
    ...Object.fromEntries(
      ['403', '404', '500'].map(code => [
        `/exception/${code}`,
        [{ name: `exception-${code}`, path: `/exception/${code}` }],
      ]),
    ),
  }
}
