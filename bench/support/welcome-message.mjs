import PostalMime from 'postal-mime';
import { waitForDelivery, queueWelcomeEmails } from './welcome-emails.mjs';

/** The product's welcome email as received by the mail server, in the form nodemailer takes. */
export async function welcomeMessage(benchEnvironment) {
  const mailServer = await benchEnvironment.mailServer();
  const database = await benchEnvironment.database();
  await mailServer.send({ reset: true });
  await queueWelcomeEmails(database, 1);
  await waitForDelivery(mailServer, 1);
  const { from, subject, html, text } = await PostalMime.parse(await mailServer.send({ report: 'latest' }));
  return {
    from: { name: from.name, address: from.address },
    subject,
    html,
    text,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}
