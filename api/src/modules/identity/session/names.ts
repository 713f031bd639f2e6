import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  actions: {
    end: { zh: '退出一处登录', en: 'End a sign-in elsewhere', pt: 'Encerrar uma sessão em outro lugar' },
    endOthers: { zh: '退出其他登录', en: 'End all other sign-ins', pt: 'Encerrar todas as outras sessões' },
  },
  objects: {
    session: { zh: '登录', en: 'Sign-in', pt: 'Acesso' },
  },
}
