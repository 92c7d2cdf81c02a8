/** Entry of `/design-system.html`, which exists in development only. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { Toaster } from '../ui/feedback/toaster';
import { DesignSystem } from './design-system';
import '../styles/index.css';

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <BrowserRouter>
      <DesignSystem />
      <Toaster />
    </BrowserRouter>
  </StrictMode>,
);
