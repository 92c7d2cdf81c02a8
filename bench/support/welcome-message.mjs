import PostalMime from 'postal-mime';
import { waitForDelivery, queueWelcomeEmails } from './welcome-emails.mjs';

/** The product's welcome email as the mail server got it, in the parts that nodemailer is given. */
export async function welcomeMessage(benchEnvironment) {
  const mailServer = await benchEnvironment.mailServer();
  const database = await benchEnvironment.database();
  await mailServer.ask({ forget: true });
  await queueWelcomeEmails(database, 1);
  await waitForDelivery(mailServer, 1);
  const { from, subject, html, text } = await PostalMime.parse(await mailServer.ask({ report: 'latest' }));
  return {
    from: { name: from.name, address: from.address },
    subject,
    html,
    text,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}
