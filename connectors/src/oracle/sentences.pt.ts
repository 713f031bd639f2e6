import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const sentences: Sentences = {
  'Choose another table, or grant the user rights on it.':
    'Escolha outra tabela ou conceda ao usuário permissões nela.',
  'If it is to be so, an administrator of the database runs this.':
    'Se for para ser assim, um administrador do banco de dados executa isto.',
  '"{name}" cannot be a name in Oracle (1 to {limit} bytes).':
    '"{name}" não pode ser um nome no Oracle (1 a {limit} bytes).',
  'The server refused the user name or the password.': 'O servidor recusou o nome de usuário ou a senha.',
  'Check both (upper and lower case differ), and that the account is not locked or its password expired.':
    'Verifique ambos (maiúsculas e minúsculas são diferentes) e se a conta não está bloqueada nem a senha expirada.',
  'The listener does not know this service or SID.': 'O listener não conhece este serviço ou SID.',
  'Check the name and whether it is a service or a SID; "lsnrctl services" on the server lists them.':
    'Verifique o nome e se é um serviço ou um SID; "lsnrctl services" no servidor os lista.',
  'The user lacks the right to do this.': 'O usuário não tem permissão para fazer isto.',
  'Grant the user select (source) or select, insert, update and delete (target) on the table.':
    'Conceda ao usuário select (origem) ou select, insert, update e delete (destino) na tabela.',
  'Another transaction was in the way (deadlock).': 'Outra transação estava no caminho (deadlock).',
  'The rows are locked by another transaction.': 'As linhas estão bloqueadas por outra transação.',
  'A table space, the quota of the user or the undo space is full.':
    'Um tablespace, a cota do usuário ou o espaço de undo está cheio.',
  'Add space on the server; writing goes on by itself.':
    'Adicione espaço no servidor; a gravação continua automaticamente.',
  'The database or the table space is read-only.': 'O banco de dados ou o tablespace é somente leitura.',
  'Write to the primary database.': 'Grave no banco de dados primário.',
  'The server has no session or process left.': 'O servidor não tem mais sessões nem processos.',
  'It is tried again by itself; raise the limits of the server or of the user profile.':
    'Será tentado de novo automaticamente; aumente os limites do servidor ou do perfil do usuário.',
  'The table or view has vanished, or may no longer be seen by this user.':
    'A tabela ou visão desapareceu, ou este usuário não pode mais vê-la.',
  'Choose the table again, or grant the user rights on it.':
    'Escolha a tabela novamente ou conceda ao usuário permissões nela.',
  'The statement took longer than allowed.': 'O comando demorou mais do que o permitido.',
  'Add an index for the key and the increment field, or narrow the condition.':
    'Adicione um índice para a chave e o campo de incremento ou restrinja a condição.',
  'The server no longer has what the rows were when the page began (snapshot too old).':
    'O servidor não tem mais o que as linhas eram quando a página começou (snapshot too old).',
  'It is tried again by itself; ask for smaller pages, or raise undo_retention.':
    'Será tentado de novo automaticamente; peça páginas menores ou aumente undo_retention.',
  'The connection to the server broke.': 'A conexão com o servidor caiu.',
  'What answers there does not speak as an Oracle listener of version 12.1 or later does.':
    'O que responde ali não fala como um listener do Oracle 12.1 ou posterior.',
  'Check the port, usually 1521, and whether it takes encrypted connections only.':
    'Verifique a porta, geralmente 1521, e se ela só aceita conexões criptografadas.',
  'The password of this user is kept in a form that is too old for the driver (10G).':
    'A senha deste usuário está guardada em um formato antigo demais para o driver (10G).',
  'An administrator sets the password anew.': 'Um administrador define a senha novamente.',
  'The server asks for native network encryption, which the driver does not have.':
    'O servidor exige a criptografia de rede nativa, que o driver não tem.',
  'Let the server accept TLS (TCPS), or make its native encryption optional.':
    'Faça o servidor aceitar TLS (TCPS), ou torne opcional a sua criptografia nativa.',
  'The host of the server, or of the one that the listener names, does not exist.':
    'O host do servidor, ou o que o listener indica, não existe.',
  'Check the host name, and the names that the listener of the server gives out.':
    'Verifique o nome do host e os nomes que o listener do servidor informa.',
  'The certificate of the server is not trusted.': 'O certificado do servidor não é confiável.',
  'Give the CA certificate, or correct the host name.': 'Informe o certificado da CA ou corrija o nome do host.',
  'A row with this key exists already ({index}).': 'Já existe uma linha com esta chave ({index~}).',
  'The row points to a row that does not exist, or others point to it ({rule}).':
    'A linha aponta para uma linha que não existe, ou outras apontam para ela ({rule}).',
  'The row breaks a rule of the table ({rule}).': 'A linha viola uma regra da tabela ({rule}).',
  'The database refused the row: {message}.': 'O banco de dados recusou a linha: {message~}.',
  'The table "{name}" exists already.': 'A tabela "{name}" já existe.',
  '"{text}" has a character that an address of Oracle cannot have.':
    '"{text}" tem um caractere que um endereço do Oracle não pode ter.',
  "The query writes a text as q'…'.": "A consulta escreve um texto como q'…'.",
  'Write it in plain quotes.': 'Escreva-o em aspas simples comuns.',
  'cannot be written to a column of the type {name}': 'não pode ser gravado em uma coluna do tipo {name}',
  'is empty, which Oracle would keep as null': 'está vazio, o que o Oracle guardaria como null',
  'has characters that the character set of this database may lack (use NVARCHAR2)':
    'tem caracteres que o conjunto de caracteres deste banco pode não ter (use NVARCHAR2)',
  'has more than the {most} digits the column keeps': 'tem mais do que os {most} dígitos que a coluna guarda',
  'is too large or too small for a NUMBER': 'é grande ou pequeno demais para um NUMBER',
  'is outside 0001 … 9999': 'está fora de 0001 … 9999',
  'Service name or SID': 'Nome do serviço ou SID',
  'The service to connect to; for old databases the SID.': 'O serviço ao qual conectar; em bancos antigos, o SID.',
  Oracle: 'Oracle',
  'Reads and writes tables of Oracle Database 12.1 and later, reads views; needs no client software.':
    'Lê e grava tabelas do Oracle Database 12.1 e posterior, lê visões; não precisa de software cliente.',
  'Connect by': 'Conectar por',
  'Service name': 'Nome do serviço',
  SID: 'SID',
  'Empty texts': 'Textos vazios',
  'Refuse the record': 'Recusar o registro',
  'Write null': 'Gravar null',
  'Oracle keeps an empty text as null, and does not give it back as a text.':
    'O Oracle guarda um texto vazio como null e não o devolve como texto.',
  'An empty text is the same as null in Oracle.': 'No Oracle, um texto vazio é o mesmo que null.',
  'Numbers of more than 38 digits are refused.': 'Números com mais de 38 dígitos são recusados.',
  'The server accepted the connection but did not answer in time.':
    'O servidor aceitou a conexão, mas não respondeu a tempo.',
  'Check that a listener of Oracle is at this port.': 'Verifique se há um listener do Oracle nesta porta.',
}
