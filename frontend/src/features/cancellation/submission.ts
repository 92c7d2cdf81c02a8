/** Everything that is loaded when the form is submitted. */
export { SubmittedScreen } from './components/submitted-screen';
export { submitCancellation } from './submit-cancellation';
