import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const sentences: Sentences = {
  'The server refused the user name, the password or the key.':
    'O servidor recusou o nome de usuário, a senha ou a chave.',
  'Check them, and that the server lets this user sign in in this way.':
    'Verifique-os, e se o servidor permite que este usuário entre desta forma.',
  '{where} does not speak SSH with us.': '{where} não fala SSH conosco.',
  'Check the port; SFTP usually listens on 22. FTP and FTPS are other protocols.':
    'Verifique a porta; SFTP geralmente usa a 22. FTP e FTPS são outros protocolos.',
  'The server shows the host key {shown}, and none is entered here, so nobody knows whether it is the right server.':
    'O servidor mostra a chave de host {shown}, e nenhuma foi informada aqui, por isso ninguém sabe se é o servidor certo.',
  'Compare it with the administrator of the server, then enter it as the fingerprint of the host key.':
    'Confira-a com o administrador do servidor e informe-a como impressão digital da chave de host.',
  'The server shows the host key {shown}, which is not the one that is entered here; nothing was sent.':
    'O servidor mostra a chave de host {shown}, que não é a informada aqui; nada foi enviado.',
  'Ask the administrator of the server whether the key was changed; enter the new fingerprint only then.':
    'Pergunte ao administrador do servidor se a chave mudou; só então informe a nova impressão digital.',
  'The private key cannot be read with this passphrase.': 'A chave privada não pode ser lida com esta frase secreta.',
  'Enter the whole text of the key, its first and last line too, and its passphrase.':
    'Informe o texto inteiro da chave, com a primeira e a última linha, e a frase secreta.',
  'The server lets the user sign in, but gives it no SFTP.':
    'O servidor deixa o usuário entrar, mas não lhe oferece SFTP.',
  'Ask the administrator of the server to switch on the SFTP subsystem for this user.':
    'Peça ao administrador do servidor que ative o subsistema SFTP para este usuário.',
  'The connection to the server broke.': 'A conexão com o servidor caiu.',
  'It is made again by itself; if this stays, look at the log of the server.':
    'Ela é refeita sozinha; se persistir, consulte o log do servidor.',
  'The server has not answered for a minute.': 'O servidor não responde há um minuto.',
  'It is tried again by itself; if this stays, look at the load of the server.':
    'A tentativa é repetida sozinha; se persistir, verifique a carga do servidor.',
  'The transfer was stopped.': 'A transferência foi interrompida.',
  'The server has no directory {path} that this user may enter.':
    'O servidor não tem um diretório {path} em que este usuário possa entrar.',
  'Check the directory; many servers show users a root of their own.':
    'Verifique o diretório; muitos servidores mostram aos usuários uma raiz própria.',
  'The user may not do this with {path}.': 'O usuário não pode fazer isto com {path}.',
  'Give the user the right to read and write there.': 'Dê ao usuário o direito de ler e gravar ali.',
  'There is no {path} on the server.': 'Não há {path} no servidor.',
  'It may have been moved or deleted; choose another.': 'Ele pode ter sido movido ou excluído; escolha outro.',
  'The server refused to work on {path} (SFTP status {status}).':
    'O servidor recusou a operação em {path} (status SFTP {status}).',
  'Look at the free space and at the log of the server.': 'Verifique o espaço livre e o log do servidor.',
  'the directory can be listed; it holds no files yet': 'o diretório pode ser listado; ainda não contém arquivos',
  'files are listed, but may not be read': 'os arquivos são listados, mas não podem ser lidos',
  'shows when the first file is written': 'aparece quando o primeiro arquivo é gravado',
  'If it is to be so, the administrator of the server runs this there.':
    'Se for desejado, o administrador do servidor executa isto lá.',
  'SFTP file server': 'Servidor de arquivos SFTP',
  'Reads CSV, JSON Lines and XLSX of a directory over SSH, and writes new files of these formats.':
    'Lê CSV, JSON Lines e XLSX de um diretório por SSH e grava novos arquivos nesses formatos.',
  'Host name or IP address, without protocol and port.': 'Nome do host ou endereço IP, sem protocolo e sem porta.',
  'Usually 22.': 'Geralmente 22.',
  'Fingerprint of the host key': 'Impressão digital da chave de host',
  'Leave empty and test the connection to see it; compare it with the administrator of the server, then enter it. A changed key is refused.':
    'Deixe vazio e teste a conexão para vê-la; confira-a com o administrador do servidor e informe-a. Uma chave alterada é recusada.',
  'User name': 'Nome de usuário',
  'Sign in by': 'Entrar com',
  Password: 'Senha',
  'Private key': 'Chave privada',
  'Sealed at rest and never shown again.': 'Guardada cifrada e nunca mais exibida.',
  'The whole text in OpenSSH or PEM form. Sealed at rest and never shown again.':
    'O texto inteiro no formato OpenSSH ou PEM. Guardado cifrado e nunca mais exibido.',
  'Passphrase of the key': 'Frase secreta da chave',
  'Empty where the key has none.': 'Vazia se a chave não tiver.',
}
