import type { ModuleNames } from '../../../http/module-names.ts'

export const names: ModuleNames = {
  permissions: {
    own: { zh: '控制台与个人内容', en: 'Console and own things', pt: 'Console e itens próprios' },
  },
  opens: {
    'own:add': {
      zh: '进入控制台、保存个人内容',
      en: 'Enter the console, keep own things',
      pt: 'Entrar no console, manter itens próprios',
    },
    'own:delete': {
      zh: '进入控制台、删除个人内容',
      en: 'Enter the console, delete own things',
      pt: 'Entrar no console, excluir itens próprios',
    },
  },
  actions: {
    saveSettings: { zh: '保存界面设置', en: 'Save display settings', pt: 'Salvar configurações de exibição' },
  },
}
